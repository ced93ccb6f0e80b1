import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { OnPage } from '../module/tab.ts'
import { useWords } from '../words/use-words.ts'
import './dialog.css'
import { hasOpenChoices } from './open-choices.ts'

interface DialogProps {
  open: boolean
  title: ReactNode
  /**
   * Called when the close button, Escape or a click outside asks to close; the owner then changes `open`. Without it, none of
   * these closes the dialog.
   */
  onClose?: (() => void) | undefined
  /** `drawer` is at the right edge, as high as the window. */
  kind?: 'modal' | 'drawer'
  /** Width in pixels, or a share of the window such as `35%`, at least 420 px. */
  width?: number | `${number}%`
  /** Buttons beside the title. */
  tools?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/**
 * Draws the browser's modal dialog: top layer, focus kept inside, everything else inert. While its tab is hidden it is closed,
 * because effects of hidden tabs are unmounted; it reopens with its content.
 */
export function Dialog({ open, title, onClose, kind = 'modal', width, tools, foot, children }: DialogProps) {
  const { t } = useWords()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useShown(ref, open)
  return (
    <dialog
      ref={ref}
      className="w-dialog"
      data-kind={kind}
      aria-labelledby={id}
      style={width ? { width: widthOf(width) } : undefined}
      // The first Escape closes an open list of choices, the second the dialog.
      onKeyDownCapture={event => {
        if (event.key === 'Escape' && hasOpenChoices(ref.current)) event.preventDefault()
      }}
      // React lets `cancel` bubble, so an Escape in a dialog above also arrives here.
      onCancel={event => {
        event.preventDefault()
        if (event.target === ref.current) onClose?.()
      }}
      // The browser may close the dialog without `cancel` on a second Escape; typed input must not be lost.
      onClose={event => {
        // React runs effects twice during development; the dialog was closed and reopened in between.
        if (!open || event.target !== ref.current || ref.current.open) return
        ref.current.showModal()
        onClose?.()
      }}
      onPointerDown={event => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      {open && (
        <div className="w-dialog-box">
          <header className="w-dialog-head">
            <h2 id={id} className="w-grow w-clip">
              {title}
            </h2>
            {tools}
            {onClose && (
              <button type="button" className="w-icon-button" aria-label={t('kit.close')} onClick={onClose}>
                <CloseOutlined />
              </button>
            )}
          </header>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className="w-dialog-body" tabIndex={0}>
            <OnPage value={false}>{children}</OnPage>
          </div>
          {foot && <footer className="w-dialog-foot">{foot}</footer>}
        </div>
      )}
    </dialog>
  )
}

const widthOf = (width: number | string): string =>
  typeof width === 'number' ? `min(${width}px, 100vw)` : `min(max(${width}, 420px), 100vw)`

function useShown(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  // A layout effect closes it in the same frame as its tab: a hidden modal dialog that is still open would make the whole page
  // inert.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    dialog
      .querySelector<HTMLElement>(
        '.w-dialog-body :is([data-autofocus], input:not([type=checkbox]):enabled, textarea:enabled), .w-dialog-foot button',
      )
      ?.focus()
    readAtFirst(dialog.querySelector<HTMLElement>('.w-dialog-body'))
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [ref, open])
}

/**
 * Takes the ring from a text on which the browser has put the focus because the dialog has nothing to fill in or press: it is there to be
 * read. Once the keyboard comes back to it, to scroll it, it has its ring.
 */
function readAtFirst(body: HTMLElement | null): void {
  if (body === null || document.activeElement !== body) return
  body.dataset.read = ''
  body.addEventListener('blur', () => delete body.dataset.read, { once: true })
}
