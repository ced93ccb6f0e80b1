import { CheckCircleFilled, CloseCircleFilled, CloseOutlined, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useWords } from '../words/use-words.ts'
import { SupportId } from './button/support-id.tsx'
import { type OpenDialog, PHONE, toastPlace } from './toast/toast-place.ts'
import './toasts.css'

export type ToastTone = 'good' | 'bad' | 'wait' | 'info'

interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
  /** Correlation id, by which support finds the call. */
  readonly requestId?: string
  readonly durationMs: number
}

/** Duration of an error message (contract §9). */
export const ERROR_TOAST_MS = 5_000
const GOOD_TOAST_MS = 2_500
/** Largest number of messages at once; the oldest is removed. A phone has room for one between a form's last field and its buttons. */
const maxToasts = (): number => (window.innerWidth <= PHONE ? 1 : 4)

const useToasts = create<{ list: readonly Toast[] }>()(() => ({ list: [] }))
let lastId = 0

function show(tone: ToastTone, text: string, durationMs: number, requestId?: string): void {
  lastId += 1
  const next: Toast = { id: lastId, tone, text, durationMs, ...(requestId ? { requestId } : {}) }
  useToasts.setState(({ list }) => ({
    // A repeated message restarts its time instead of being added again; what succeeds ends the error of the try before.
    list: [
      ...list.filter(old => (old.text !== text || old.tone !== tone) && !(tone === 'good' && old.tone === 'bad')),
      next,
    ].slice(-maxToasts()),
  }))
}

/** Shows short messages, announced to assistive technology. */
export const toast = {
  good: (text: string): void => show('good', text, GOOD_TOAST_MS),
  info: (text: string): void => show('info', text, ERROR_TOAST_MS),
  warn: (text: string): void => show('wait', text, ERROR_TOAST_MS),
  bad: (text: string, options: { requestId?: string | undefined; durationMs?: number } = {}): void =>
    show('bad', text, options.durationMs ?? ERROR_TOAST_MS, options.requestId),
  close: (id: number): void => useToasts.setState(({ list }) => ({ list: list.filter(one => one.id !== id) })),
}

const ICONS: Readonly<Record<ToastTone, ReactNode>> = {
  good: <CheckCircleFilled />,
  bad: <CloseCircleFilled />,
  wait: <WarningFilled />,
  info: <InfoCircleFilled />,
}

/** Returns the dialog that is open above all others; null when there is none. */
function topDialog(): OpenDialog | null {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (!dialog) return null
  const { left, right, bottom } = dialog.getBoundingClientRect()
  const foot = dialog.querySelector('.w-dialog-foot')?.getBoundingClientRect().top ?? bottom
  return { left, right, bottom, foot, isDrawer: dialog.dataset.kind === 'drawer' }
}

function placeNow({ style }: HTMLElement): void {
  const root = document.documentElement
  const bar = Number.parseFloat(getComputedStyle(root).getPropertyValue('--w-bar')) || 0
  const view = { width: root.clientWidth, height: window.innerHeight }
  const { left, width, top, bottom } = toastPlace(view, bar, topDialog())
  const px = (value: number | null): string => (value === null ? 'auto' : `${value}px`)
  Object.assign(style, { left: px(left), width: px(width), top: px(top), bottom: px(bottom) })
}

/** Draws the messages beside what they belong to (`toastPlace`); the shell mounts it once. */
export function Toasts() {
  const list = useToasts(state => state.list)
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = layer.current
    if (!element || list.length === 0) return
    // Enters the top layer again for each message, because a dialog opened later would cover the popover.
    const raise = (): void => {
      element.hidePopover()
      element.showPopover()
      placeNow(element)
    }
    raise()
    // A dialog that opens meanwhile has its title where the message is. One that closes leaves the message where it was read.
    const onToggle = ({ target }: Event): void => {
      if (target instanceof HTMLDialogElement && target.open) raise()
    }
    document.addEventListener('toggle', onToggle, true)
    return () => document.removeEventListener('toggle', onToggle, true)
  }, [list])
  return (
    <div ref={layer} popover="manual" className="w-toasts w-no-print">
      <output>
        {list
          .filter(one => one.tone !== 'bad')
          .map(one => (
            <ToastBox key={one.id} toast={one} />
          ))}
      </output>
      <div role="alert">
        {list
          .filter(one => one.tone === 'bad')
          .map(one => (
            <ToastBox key={one.id} toast={one} />
          ))}
      </div>
    </div>
  )
}

function ToastBox({ toast: { id, tone, text, requestId, durationMs } }: { toast: Toast }) {
  const { t } = useWords()
  useEffect(() => {
    const timer = setTimeout(() => toast.close(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs])
  return (
    <div className="w-toast" data-tone={tone}>
      <span className="w-toast-icon">{ICONS[tone]}</span>
      <span className="w-grow">
        {text}
        {requestId && <SupportId id={requestId} />}
      </span>
      <button type="button" className="w-icon-button" aria-label={t('kit.close')} onClick={() => toast.close(id)}>
        <CloseOutlined />
      </button>
    </div>
  )
}
