import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view'
import { useEffect, useId, useRef } from 'react'
import { marks } from './editor-marks'
import css from './PromptEditor.module.css'
import { type Edited, Field } from './PromptEditor'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** CodeMirror, with variables marked and what differs from the text before. Tab leaves it, as it leaves any field. */
export default function Editor(props: Edited) {
  const { label, description, error, value, before, kind = 'template', known, rows = 5 } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  const parts = useRef({ named: new Compartment(), marked: new Compartment(), changed: new Compartment() })
  latest.current = props

  // The outside system is the editor: it is made once, and told what changed without it.
  useEffect(() => {
    if (!box.current) return
    const { named, marked, changed } = parts.current
    const first = latest.current
    const made = new EditorView({
      parent: box.current,
      doc: first.value,
      extensions: [
        ...always(first),
        named.of([]),
        marked.of([]),
        changed.of([]),
        EditorView.updateListener.of((told) => {
          if (told.docChanged && !told.transactions.some((one) => one.isUserEvent('edison.told'))) latest.current.onChange(told.state.doc.toString())
        }),
      ],
    })
    view.current = made
    return () => { view.current = null; made.destroy() }
  }, [])

  useEffect(() => {
    const shown = view.current
    // Only what somebody else wrote is put in: what is typed here is there already.
    if (!shown || shown.state.doc.eq(textOf(value))) return
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value }, userEvent: 'edison.told' })
  }, [value])

  useEffect(() => {
    let isWanted = true
    const { changed } = parts.current
    if (before === undefined) view.current?.dispatch({ effects: changed.reconfigure([]) })
    // Without it the text can be written all the same.
    else void import('./editor-changes').then(({ changesFrom }) => { if (isWanted) view.current?.dispatch({ effects: changed.reconfigure(changesFrom(before)) }) }, () => undefined)
    return () => { isWanted = false }
  }, [before])

  const names = known?.join(' ')
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.marked.reconfigure(marks(kind, names ? names.split(' ') : [])) })
  }, [kind, names])

  const described = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ')
  useEffect(() => {
    const attributes: Record<string, string> = { 'aria-labelledby': `${id}-label`, ...(described ? { 'aria-describedby': described } : {}), ...(error ? { 'aria-invalid': 'true' } : {}) }
    view.current?.dispatch({ effects: parts.current.named.reconfigure(EditorView.contentAttributes.of(attributes)) })
  }, [id, described, error])

  return <Field label={label} description={description} error={error} id={id} focus={() => view.current?.focus()}><div ref={box} className={css.editor} style={{ '--rows': rows } as React.CSSProperties} data-broken={error ? true : undefined} /></Field>
}

const textOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/))

function always({ placeholder }: Edited): Extension[] {
  return [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    keymap.of([...standardKeymap, ...historyKeymap]),
    ...(placeholder ? [placeholderText(placeholder)] : []),
  ]
}
