import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useWords } from '../words/use-words.ts'
import './dialog.css'
import { hasOpenChoices } from './open-choices.ts'

interface DialogProps {
  open: boolean
  title: ReactNode
  /** Asked to close, by the button, Escape or a click beside. The owner decides and changes `open`; without it, nothing of these closes. */
  onClose?: (() => void) | undefined
  /** `drawer` stands at the right edge and is as high as the window. */
  kind?: 'modal' | 'drawer'
  /** Pixels, or a share of the window that is wide enough to be read, such as `35%`. */
  width?: number | `${number}%`
  /** Buttons beside the title. */
  tools?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/**
 * Draws the browser's own modal dialog: top layer, focus kept inside, everything else inert. While its tab is hidden it
 * is closed and comes back with its contents, because effects of hidden tabs are unmounted.
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
      // Escape closes an open list of choices first; the dialog only afterwards.
      onKeyDownCapture={event => {
        if (event.key === 'Escape' && hasOpenChoices(ref.current)) event.preventDefault()
      }}
      // React lets this bubble: Escape in a dialog over this one is not for this one.
      onCancel={event => {
        event.preventDefault()
        if (event.target === ref.current) onClose?.()
      }}
      // The browser may close without asking after a second Escape; what was typed must not be lost by that.
      onClose={event => {
        // Shown again already: an effect that was run twice, as React does while developing, closed it in between.
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
            {children}
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
  // In the same frame as its tab: a modal dialog that is hidden but still open would make the whole page inert.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    dialog
      .querySelector<HTMLElement>(
        '.w-dialog-body [data-autofocus], .w-dialog-body input:not([type=checkbox]):not([disabled]), .w-dialog-foot button',
      )
      ?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [ref, open])
}
