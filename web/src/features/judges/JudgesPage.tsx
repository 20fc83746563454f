import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Card, get } from '../../api/client'
import { count, score, seconds, type Tell, usd, words, worth } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, Trouble, When } from '../../ui/Parts'
import { Anew } from './Anew'
import { Examine } from './Examine'
import css from './JudgesPage.module.css'
import { Leanings } from './Leanings'
import { leaningsOf, measuresOf, type Named } from './measures'

const STANDING = { qualified: 'Qualified', qualified_with_warnings: 'Qualified, with warnings', unqualified: 'Not qualified' }

export default function JudgesPage() {
  const cards = useQuery({ queryKey: ['judges'], queryFn: ({ signal }) => get<Card[]>('/api/judges', signal) })
  const [examines, examine] = useState(false)
  return (
    <div className={parts.page}>
      <PageHead title="Judges" actions={<>{(cards.data?.length ?? 0) > 0 && <Menu position="bottom-end" withinPortal={false}><Menu.Target><Button variant="default">Export</Button></Menu.Target><Menu.Dropdown><Menu.Item component="a" href="/api/judges/export?format=html" download>Page with pictures (HTML)</Menu.Item><Menu.Item component="a" href="/api/judges/export?format=md" download>Text (Markdown)</Menu.Item></Menu.Dropdown></Menu>}<Button renderRoot={(props) => <Link to="/parts" search={{ kind: 'judge' }} {...props} />} variant="default">Profiles</Button><Button onClick={() => examine(true)}>Examine judges</Button></>}>Judges are instruments: each card says how often one was right where the right answer is known, and what it leans to.</PageHead>
      {cards.isLoadingError ? <Trouble error={cards.error} retry={() => void cards.refetch()} /> : !cards.data ? <div className="card"><Bones /></div> : cards.data.length === 0 ? (
        <EmptyState title="No judge was examined yet" action={<Button variant="default" onClick={() => examine(true)}>Examine one</Button>}>A judge reads texts whose right answers are known. Its card appears here, and follows it into every run.</EmptyState>
      ) : cards.data.map((card) => <Shown key={`${card.judge.id} ${card.run}`} card={card} />)}
      <Examine opened={examines} onClose={() => examine(false)} />
    </div>
  )
}

const telling = (name: string): Tell => (name.startsWith('cost') ? usd : name.startsWith('latency') ? seconds : score)

function Measures({ all }: { all: Named[] }) {
  return (
    <dl className={css.measures}>
      {all.map(({ name, label, about, measure: m }) => (
        <div key={name}>
          <dt>{label}{about && <small> {about}</small>}</dt>
          <dd><b>{telling(name)(m.value, m.interval ? worth(m.interval) : undefined)}</b>{m.interval ? <span className="muted"> {telling(name)(m.interval[0], worth(m.interval))} – {telling(name)(m.interval[1], worth(m.interval))}</span> : <span className="muted"> interval not known</span>}<small>on {count(m.n)}</small></dd>
          {m.interval && telling(name) === score && m.value >= 0 && m.value <= 1 && m.interval[0] >= 0 && m.interval[1] <= 1.0001 && <i className={css.mark} aria-hidden="true" style={{ '--low': m.interval[0], '--high': m.interval[1], '--at': m.value } as React.CSSProperties} />}
        </div>
      ))}
    </dl>
  )
}

function Shown({ card }: { card: Card }) {
  const { right, other } = measuresOf(card)
  const profile = card.profiles[0]
  const [again, make] = useState(false)
  return (
    <article className={`card ${css.card}`}>
      <header>
        <div><h2>{card.judge.name}</h2><p className="muted">{profile?.model}, {card.profiles.map((p) => words(p.mode)).join(' and ')}; examined <When at={card.made_at} /> in <Link to="/runs/$run" params={{ run: card.run }}>this run</Link> <Button size="compact-xs" variant="subtle" color="gray" onClick={() => make(true)}>Make the card again …</Button></p></div>
        <span className={css.standing} data-standing={card.standing}>{STANDING[card.standing]}</span>
      </header>
      {card.reasons.length > 0 && <ul className={css.reasons}>{card.reasons.map((reason) => <li key={reason}>{reason}</li>)}</ul>}
      <div className={css.halves}>
        <section><h3>How often it was right</h3><Measures all={right} /></section>
        <section><h3>What it leans to, in points of a hundred</h3><Leanings leanings={leaningsOf(card)} flagged={[...card.biases]} /><p className="muted">65 wins of a hundred against 35 are 30 points beyond what was deserved; within the grey, nobody minds. A filled dot is beyond doubt.</p></section>
      </div>
      <section><h3>How it works</h3><Measures all={other} /></section>
      <p className="muted">{card.biases.length > 0 ? `Leanings beyond doubt: ${card.biases.map(words).join(', ')}.` : 'No leaning was found beyond doubt.'}{card.not_known.length > 0 && ` Not known by this suite: ${card.not_known.map(words).join(', ')}.`}</p>
      {again && <Anew run={card.run} onClose={() => make(false)} />}
    </article>
  )
}
