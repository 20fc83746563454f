import { unifiedMergeView } from '@codemirror/merge'
import type { Extension } from '@codemirror/state'

/** What differs from the text before, shown in the text itself; beside each change one button takes it back. */
export const changesFrom = (before: string): Extension => unifiedMergeView({ original: before, gutter: true, mergeControls: takesBack, allowInlineDiffs: true })

function takesBack(type: 'accept' | 'reject', act: (event: MouseEvent) => void): HTMLElement {
  if (type === 'accept') return document.createElement('span')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Take back'
  button.addEventListener('mousedown', act)
  // Pressed by a key, it is clicked without a mouse having gone down.
  button.addEventListener('click', (event) => { if (event.detail === 0) act(event) })
  return button
}
