import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const VARIABLE = Decoration.mark({ class: 'cm-variable' })
const UNKNOWN = Decoration.mark({ class: 'cm-unknown', attributes: { title: 'No case has a value of this name' } })
const KEY = Decoration.mark({ class: 'cm-key' })
const LITERAL = Decoration.mark({ class: 'cm-literal' })

/** Variables of a template, or names and values of a structure. */
export function marks(kind: 'template' | 'json', known: string[]): Extension {
  const variables = new MatchDecorator({
    regexp: /\{\{[-\s]*([\w.]*)[^}]*\}\}/g,
    decoration: ([, name = '']) => (known.length > 0 && !known.includes(name.split('.')[0] ?? '') ? UNKNOWN : VARIABLE),
  })
  const structure = new MatchDecorator({ regexp: /"(?:[^"\\]|\\.)*"(?=\s*:)|\b(?:true|false|null|-?\d[\d.eE+-]*)\b/g, decoration: ([found]) => (found.startsWith('"') ? KEY : LITERAL) })
  return kind === 'json' ? shown(structure) : shown(variables)
}

const shown = (found: MatchDecorator): Extension =>
  ViewPlugin.fromClass(
    class {
      marked: DecorationSet
      constructor(view: EditorView) {
        this.marked = found.createDeco(view)
      }
      update(update: ViewUpdate): void {
        this.marked = found.updateDeco(update, this.marked)
      }
    },
    { decorations: (plugin) => plugin.marked },
  )
