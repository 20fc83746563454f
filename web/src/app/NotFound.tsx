import { Link } from '@tanstack/react-router'
import { EmptyState, parts } from '../ui/Parts'

export const NotFound = () => (
  <div className={parts.page}>
    <h1>There is no such page</h1>
    <EmptyState title="The address leads nowhere" action={<Link to="/">Go home</Link>}>It may be of another version of Edison, or a letter of it was lost.</EmptyState>
  </div>
)
