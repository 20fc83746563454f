import type { Dataset } from '../../api/client'
import { who } from '../../lib/numbers'
import css from './DataPage.module.css'

/** Whether a person stands for what the cases expect. */
export function Standing({ set }: { set: Dataset }) {
  if (!set.is_verified) return <span className={css.standing} data-open="true">unverified</span>
  return set.approved_by ? <span className={css.standing}>approved by {who(set.approved_by)}</span> : null
}
