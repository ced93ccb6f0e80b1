import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  MinusOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { safeHref } from '@wattyard/resource'
import type { ControlProps } from '../faces/controls.tsx'
import { useWords } from '../words/use-words.ts'
import { COMMANDS, editorPlugins, isOn, link, linkAt } from './editor-keys.ts'
import { fromDocument, toDocument } from './editor-schema.ts'
import { takePlain } from './plain-paste.ts'
import './rich-text.css'

/** Buttons with letters instead of an icon; their accessible name begins with the visible text (WCAG 2.2, 2.5.3). */
const FACES: Readonly<Partial<Record<keyof typeof COMMANDS, string>>> = { heading: 'H1', subheading: 'H2' }

const BUTTONS: readonly (readonly [keyof typeof COMMANDS, ReactNode])[] = [
  ['strong', <BoldOutlined key="b" />],
  ['em', <ItalicOutlined key="i" />],
  ['heading', <b key="h">{FACES.heading}</b>],
  ['subheading', <b key="s">{FACES.subheading}</b>],
  ['paragraph', <b key="p">¶</b>],
  ['bullet', <UnorderedListOutlined key="u" />],
  ['ordered', <OrderedListOutlined key="o" />],
  ['quote', <b key="q">❝</b>],
  ['rule', <MinusOutlined key="r" />],
  ['undo', <UndoOutlined key="z" />],
  ['redo', <RedoOutlined key="y" />],
]

/** Draws the control of a rich text, which is edited in its final look. */
export function RichTextEditor({ id, name, value, onChange, disabled, invalid, describedBy }: ControlProps) {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const told = useEffectEvent((next: EditorState) => onChange(fromDocument(next.doc)))
  const first = useEffectEvent(() => value)
  const isWritable = useEffectEvent(() => !disabled)

  useEffect(() => {
    if (!place.current) return
    const made = new EditorView(place.current, {
      state: EditorState.create({ doc: toDocument(first()), plugins: editorPlugins() }),
      attributes: {
        id,
        class: 'w-rich',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
      editable: () => isWritable(),
      handleDOMEvents: {
        paste: (editor, event) => takePlain(editor, event, event.clipboardData),
        drop: (editor, event) => takePlain(editor, event, event.dataTransfer),
      },
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction)
        made.updateState(next)
        setState(next)
        if (transaction.docChanged) told(next)
      },
    })
    view.current = made
    setState(made.state)
    return () => made.destroy()
  }, [id, describedBy])

  const run = (command: Command): void => {
    const editor = view.current
    if (!editor) return
    command(editor.state, transaction => editor.dispatch(transaction), editor)
    editor.focus()
  }
  return (
    <div className="w-rich-editor" data-invalid={invalid ? '' : undefined}>
      <div className="w-rich-toolbar" role="toolbar" aria-label={t('kit.richText.toolbar')}>
        {BUTTONS.map(([what, face]) => (
          <button
            key={what}
            type="button"
            className="w-icon-button"
            disabled={disabled}
            title={t(`kit.richText.${what}`)}
            aria-label={`${FACES[what] ?? ''} ${t(`kit.richText.${what}`)}`.trim()}
            aria-pressed={state ? isOn(state, what) : false}
            // Keeps the selection in the text.
            onPointerDown={event => event.preventDefault()}
            onClick={() => run(COMMANDS[what])}
          >
            {face}
          </button>
        ))}
        <button
          type="button"
          className="w-icon-button"
          disabled={disabled}
          title={t('kit.richText.link')}
          aria-label={t('kit.richText.link')}
          aria-expanded={address !== null}
          onPointerDown={event => event.preventDefault()}
          onClick={() => setAddress(address === null && state ? linkAt(state) : null)}
        >
          <LinkOutlined />
        </button>
      </div>
      {address !== null && (
        <LinkRow address={address} onClose={() => setAddress(null)} onApply={href => run(setLink(href))} />
      )}
      <span id={`${id}-label`} hidden>
        {t(name)}
      </span>
      <div ref={place} className="w-rich-area" />
    </div>
  )
}

/** Turns the selection into a link, or removes the link; without a selection, inserts the address as a link. */
const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    const { tr } = state
    if (href === null) tr.removeMark(from, to, link)
    else if (empty) tr.replaceSelectionWith(state.schema.text(href, [link.create({ href })]), false)
    else tr.removeMark(from, to, link).addMark(from, to, link.create({ href }))
    dispatch?.(tr)
    return true
  }

interface LinkProps {
  address: string
  onApply: (href: string | null) => void
  onClose: () => void
}

/** Focuses the field right after the person has opened it. */
const focusIt = (input: InputRef | null): void => input?.focus()

function LinkRow({ address, onApply, onClose }: LinkProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(address)
  const [isBad, setBad] = useState(false)
  const apply = (): void => {
    const href = safeHref(typed.trim())
    if (href === null) return setBad(true)
    onApply(href)
    onClose()
  }
  return (
    <div className="w-rich-link">
      <Input
        size="small"
        className="w-grow"
        value={typed}
        maxLength={500}
        ref={focusIt}
        aria-label={t('kit.richText.linkAddress')}
        placeholder="https://"
        {...(isBad ? { status: 'error' as const } : {})}
        onChange={event => {
          setTyped(event.target.value)
          setBad(false)
        }}
        onKeyDown={event => {
          // Enter would submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button size="small" type="primary" onClick={apply}>
        {t('kit.richText.apply')}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onApply(null)
          onClose()
        }}
      >
        {t('kit.richText.unlink')}
      </Button>
      {isBad && (
        <p className="w-field-error" role="alert">
          {t('kit.richText.linkBad')}
        </p>
      )}
    </div>
  )
}
