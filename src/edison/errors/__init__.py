"""Errors: every way in which Edison says no.

In:      what was wished for, and what stood in the way.
Out:     one class per cause, with a stable code, a kind for the doors, fields, and one helpful sentence.
May use: nothing of ours.
Never:   import another room; know a status code of our own doors.

Names are imported as themselves, which says that they are offered.

The tree:

    EdisonError
        AssignmentRefused
        BaselineDiffers
        CasesDoNotFit
        ChoiceUnknown
        ColumnsUnclear
        ContestRefused
        DurationBroken
        ExaminationRefused
        FileNotReadable
        FileNotWritable
        FileNotWritten
        FileOutside
        FilesInTheWay
        FormatUnknown
        LibraryMissing
        ModelAmbiguous
        ModelUnknown
        ModelsNotNamed
        NotPermitted
        NotRefinable
        NotRefined
        NothingAsked
        OptionNotForSuites
        ReplyUnusable
        SlugBroken
        TemplateUnknown
        EndpointNameBroken
        ScoreOffScale
        WeightsDoNotSum
        AnsweredAlready
        AnsweredBefore
        EngineBusy
        RunNotMoved
        RunSuperseded
        TakenForDead
        ColumnMissing
        SuiteBroken
        TableBroken
        BatchRefused
        BudgetSpent
        CodeNotAllowed
        EmbedderMissing
        EndpointNotAllowed
        ExtraNotPriced
        ExtraRefused
        KeyKeptBack
        KeyMissing
        ModelNotServed
        OperationNotOffered
        ParametersNotTaken
        PriceUnknown
        ProviderBroken
        ProviderUnknown
        ProviderUnreachable
        WaitTooLong
        ChatMissing
        ChatRefused
        DatasetRefused
        DatasetUnknown
        DecidedByAnother
        DraftRefused
        ExperimentEdited
        ExperimentMissing
        ExperimentRefused
        HunkRefused
        LabelRefused
        NotDrafted
        NotExported
        NotInUse
        NotScanned
        NothingToExport
        NothingToScan
        PromotionRefused
        SuggestionClosed
        SuggestionMissing
        TokenMissing
        TokenRefused
        ProviderTrouble
            ApplicationFailed
            AuthRefused
            BadRequest
                ModelMissing
                TooLong
            BrokenStream
            QuotaGone
            RateLimited
            TimedOut
            Unavailable
            UnknownOutcome
            Unreadable
        MasterKeyBroken
        MasterKeyMissing
        ServerNotStarted
        SettingBroken
        SimulatorNotStarted
        CheckBroken
        NothingToCompare
        LengthsDiffer
        SampleBroken
        SampleEmpty
        StatisticRefused
        AssignmentMissing
        BackupRefused
        BundleTooLarge
        CallMissing
        CellMissing
        ChangedMeanwhile
        DatabaseBroken
        DatabaseFull
        DatabaseReadOnly
        DatabaseUnavailable
        DatabaseUrlBroken
        DatasetMissing
        KeyNotReadable
        KeyUsed
        NameTaken
        ProjectCapReached
        ProjectInUse
        ProjectMissing
        PromptMissing
        RunAmbiguous
        RunMissing
        SchemaTooNew
        SchemaTooOld
        SqliteTooOld
        VersionMissing
        BoundaryUnusable
        RenderedTooLarge
        TemplateBroken
        ValueNotRenderable
        VariablesMissing
"""

from .actions import AssignmentRefused as AssignmentRefused
from .actions import BaselineDiffers as BaselineDiffers
from .actions import CasesDoNotFit as CasesDoNotFit
from .actions import ChoiceUnknown as ChoiceUnknown
from .actions import ColumnsUnclear as ColumnsUnclear
from .actions import ContestRefused as ContestRefused
from .actions import DurationBroken as DurationBroken
from .actions import ExaminationRefused as ExaminationRefused
from .actions import FileNotReadable as FileNotReadable
from .actions import FileNotWritable as FileNotWritable
from .actions import FileNotWritten as FileNotWritten
from .actions import FileOutside as FileOutside
from .actions import FilesInTheWay as FilesInTheWay
from .actions import FormatUnknown as FormatUnknown
from .actions import LibraryMissing as LibraryMissing
from .actions import ModelAmbiguous as ModelAmbiguous
from .actions import ModelsNotNamed as ModelsNotNamed
from .actions import ModelUnknown as ModelUnknown
from .actions import NothingAsked as NothingAsked
from .actions import NotPermitted as NotPermitted
from .actions import NotRefinable as NotRefinable
from .actions import NotRefined as NotRefined
from .actions import OptionNotForSuites as OptionNotForSuites
from .actions import ReplyUnusable as ReplyUnusable
from .actions import SlugBroken as SlugBroken
from .actions import TemplateUnknown as TemplateUnknown
from .base import EdisonError as EdisonError
from .base import ErrorKind as ErrorKind
from .domain import EndpointNameBroken as EndpointNameBroken
from .domain import ScoreOffScale as ScoreOffScale
from .domain import WeightsDoNotSum as WeightsDoNotSum
from .engine import AnsweredAlready as AnsweredAlready
from .engine import AnsweredBefore as AnsweredBefore
from .engine import EngineBusy as EngineBusy
from .engine import RunNotMoved as RunNotMoved
from .engine import RunSuperseded as RunSuperseded
from .engine import TakenForDead as TakenForDead
from .formats import ColumnMissing as ColumnMissing
from .formats import Problem as Problem
from .formats import SuiteBroken as SuiteBroken
from .formats import TableBroken as TableBroken
from .gateway import BatchRefused as BatchRefused
from .gateway import BudgetSpent as BudgetSpent
from .gateway import CodeNotAllowed as CodeNotAllowed
from .gateway import EmbedderMissing as EmbedderMissing
from .gateway import EndpointNotAllowed as EndpointNotAllowed
from .gateway import ExtraNotPriced as ExtraNotPriced
from .gateway import ExtraRefused as ExtraRefused
from .gateway import KeyKeptBack as KeyKeptBack
from .gateway import KeyMissing as KeyMissing
from .gateway import ModelNotServed as ModelNotServed
from .gateway import OperationNotOffered as OperationNotOffered
from .gateway import ParametersNotTaken as ParametersNotTaken
from .gateway import PriceUnknown as PriceUnknown
from .gateway import ProviderBroken as ProviderBroken
from .gateway import ProviderUnknown as ProviderUnknown
from .gateway import ProviderUnreachable as ProviderUnreachable
from .gateway import WaitTooLong as WaitTooLong
from .library import ChatMissing as ChatMissing
from .library import ChatRefused as ChatRefused
from .library import DatasetRefused as DatasetRefused
from .library import DatasetUnknown as DatasetUnknown
from .library import DecidedByAnother as DecidedByAnother
from .library import DraftRefused as DraftRefused
from .library import ExperimentEdited as ExperimentEdited
from .library import ExperimentMissing as ExperimentMissing
from .library import ExperimentRefused as ExperimentRefused
from .library import HunkRefused as HunkRefused
from .library import LabelRefused as LabelRefused
from .library import NotDrafted as NotDrafted
from .library import NotExported as NotExported
from .library import NothingToExport as NothingToExport
from .library import NothingToScan as NothingToScan
from .library import NotInUse as NotInUse
from .library import NotScanned as NotScanned
from .library import PromotionRefused as PromotionRefused
from .library import SuggestionClosed as SuggestionClosed
from .library import SuggestionMissing as SuggestionMissing
from .library import TokenMissing as TokenMissing
from .library import TokenRefused as TokenRefused
from .provider import ApplicationFailed as ApplicationFailed
from .provider import AuthRefused as AuthRefused
from .provider import BadRequest as BadRequest
from .provider import BrokenStream as BrokenStream
from .provider import ModelMissing as ModelMissing
from .provider import ProviderTrouble as ProviderTrouble
from .provider import QuotaGone as QuotaGone
from .provider import RateLimited as RateLimited
from .provider import TimedOut as TimedOut
from .provider import TooLong as TooLong
from .provider import Unavailable as Unavailable
from .provider import UnknownOutcome as UnknownOutcome
from .provider import Unreadable as Unreadable
from .settings import MasterKeyBroken as MasterKeyBroken
from .settings import MasterKeyMissing as MasterKeyMissing
from .settings import ServerNotStarted as ServerNotStarted
from .settings import SettingBroken as SettingBroken
from .settings import SimulatorNotStarted as SimulatorNotStarted
from .stages import CheckBroken as CheckBroken
from .stages import NothingToCompare as NothingToCompare
from .stats import LengthsDiffer as LengthsDiffer
from .stats import SampleBroken as SampleBroken
from .stats import SampleEmpty as SampleEmpty
from .stats import StatisticRefused as StatisticRefused
from .store import AssignmentMissing as AssignmentMissing
from .store import BackupRefused as BackupRefused
from .store import BundleTooLarge as BundleTooLarge
from .store import CallMissing as CallMissing
from .store import CellMissing as CellMissing
from .store import ChangedMeanwhile as ChangedMeanwhile
from .store import DatabaseBroken as DatabaseBroken
from .store import DatabaseFull as DatabaseFull
from .store import DatabaseReadOnly as DatabaseReadOnly
from .store import DatabaseUnavailable as DatabaseUnavailable
from .store import DatabaseUrlBroken as DatabaseUrlBroken
from .store import DatasetMissing as DatasetMissing
from .store import KeyNotReadable as KeyNotReadable
from .store import KeyUsed as KeyUsed
from .store import NameTaken as NameTaken
from .store import ProjectCapReached as ProjectCapReached
from .store import ProjectInUse as ProjectInUse
from .store import ProjectMissing as ProjectMissing
from .store import PromptMissing as PromptMissing
from .store import RunAmbiguous as RunAmbiguous
from .store import RunMissing as RunMissing
from .store import SchemaTooNew as SchemaTooNew
from .store import SchemaTooOld as SchemaTooOld
from .store import SqliteTooOld as SqliteTooOld
from .store import VersionMissing as VersionMissing
from .text import BoundaryUnusable as BoundaryUnusable
from .text import RenderedTooLarge as RenderedTooLarge
from .text import TemplateBroken as TemplateBroken
from .text import ValueNotRenderable as ValueNotRenderable
from .text import VariablesMissing as VariablesMissing
