import { Button, Slider } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewRanking, post, type RankForecast } from '../../api/client'
import { plural } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './NewRankingPage.module.css'

const USUAL = 75

/** Before anybody is asked: how many comparisons it will take until the order can be relied on. */
export function Forecast({ wish }: { wish: Pick<NewRanking, 'texts' | 'files' | 'anchors' | 'addresses'> }) {
  const [right, hold] = useState(USUAL)
  const look = useMutation({ mutationFn: () => post<RankForecast>('/api/rankings/forecast', { ...wish, accuracy: right / 100 }) })
  return (
    <section className={`card ${css.given}`} aria-labelledby="forecast">
      <h2 id="forecast">How many comparisons will it take?</h2>
      <p className="muted">Rankings of as many pretend texts are rehearsed here; nobody is asked.</p>
      <div>
        <p id="accuracy">A judge is right about two texts in <b className="num">{right} of 100</b> pairs</p>
        <Slider size="sm" min={51} max={98} label={null} thumbLabel="How often a judge is right, in percent" value={right} onChange={(to) => { look.reset(); hold(to) }} />
      </div>
      <div className={parts.actions}><Button size="compact-sm" variant="default" loading={look.isPending} onClick={() => look.mutate()}>Rehearse it</Button></div>
      {look.isError && <Trouble error={look.error} safe="Nothing was asked and nothing was stored." />}
      {look.data && (
        <div role="status">
          <p>{plural(look.data.texts, 'text')}; for one judge,</p>
          <ul className={css.needed}>{look.data.needed.map((one) => <li key={one.reliability}>a reliability of <b className="num">{one.reliability}</b> {one.comparisons === null ? 'is not reached with 60 comparisons for each text' : <>takes about <b className="num">{plural(one.comparisons, 'comparison')}</b>, {one.per_text} for each text</>}</li>)}</ul>
          <details className={css.assumed}><summary>What is assumed</summary><ul>{look.data.assumptions.map((one) => <li key={one}>{one}</li>)}</ul></details>
        </div>
      )}
    </section>
  )
}
