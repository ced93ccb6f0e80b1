import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { hasOpenChoices } from './open-choices.ts'
import './popover.css'

export interface PopoverHandle {
  readonly close: () => void
}

interface PopoverProps {
  /** The button; it gets what it needs to open and to be announced. */
  button: (props: PopoverButtonProps) => ReactElement
  children: (handle: PopoverHandle) => ReactNode
  /** What assistive technology is told to expect. */
  kind?: 'dialog' | 'menu'
  label: string
  align?: 'start' | 'end'
  width?: number
  onClose?: () => void
  /** Opens with its first drawing: its button has just been pressed. */
  isOpen?: boolean
}

export interface PopoverButtonProps {
  ref: (element: HTMLElement | null) => void
  onClick: () => void
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu'
  'aria-controls': string | undefined
}

const GAP = 4
const MARGIN = 8
/** Not `visibility`: what is hidden takes no focus, and buttons that fade would be hidden a moment longer. */
const UNPLACED: CSSProperties = { opacity: 0 }

/** Place below the button, above when there is no room, always inside the window. */
export function placeOf(
  button: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  view: { width: number; height: number },
  align: 'start' | 'end',
): { left: number; top: number; maxHeight: number } {
  const wanted = align === 'start' ? button.left : button.right - panel.width
  const left = Math.max(MARGIN, Math.min(wanted, view.width - panel.width - MARGIN))
  const below = view.height - button.bottom - GAP - MARGIN
  const above = button.top - GAP - MARGIN
  const isBelow = panel.height <= below || below >= above
  const maxHeight = Math.max(120, isBelow ? below : above)
  const top = isBelow ? button.bottom + GAP : Math.max(MARGIN, button.top - GAP - Math.min(panel.height, maxHeight))
  return { left, top, maxHeight }
}

/**
 * Draws a panel in the browser's top layer: no portal, closes by Escape and by a click elsewhere, gives the focus back.
 * Pickers inside must put their own popups into the panel (`getPopupContainer`), or they end up behind it.
 */
export function Popover({
  button,
  children,
  kind = 'dialog',
  label,
  align = 'start',
  width,
  onClose,
  isOpen = false,
}: PopoverProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // A tab that is hidden takes its elements back and gives them again when it is shown: no reason to draw this anew.
  const keepAnchor = useCallback((element: HTMLElement | null): void => {
    if (element) setAnchor(element)
  }, [])
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(isOpen)
  const [style, setStyle] = useState<CSSProperties>(UNPLACED)

  const close = useCallback(() => {
    setOpen(false)
    setStyle(UNPLACED)
    anchor?.focus()
    onClose?.()
  }, [anchor, onClose])

  const place = useCallback(() => {
    if (!anchor || !panel.current) return
    const { left, top, maxHeight } = placeOf(
      anchor.getBoundingClientRect(),
      { width: panel.current.offsetWidth, height: panel.current.scrollHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      align,
    )
    setStyle({ left, top, maxHeight })
  }, [anchor, align])

  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    element.showPopover()
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(element)
    window.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [open, place])

  useEffect(() => {
    if (!open) return
    panel.current
      ?.querySelector<HTMLElement>('[data-autofocus],[role="menuitem"],input,button,select,a[href]')
      ?.focus({ preventScroll: true })
  }, [open])

  // The browser has closed it: Escape, or a click elsewhere, which keeps the focus it gave.
  const onToggle = (event: { newState: string }): void => {
    if (event.newState !== 'closed' || !open) return
    const active = document.activeElement
    const isLost = active === document.body || (panel.current?.contains(active) ?? false)
    setOpen(false)
    setStyle(UNPLACED)
    if (isLost) anchor?.focus()
    onClose?.()
  }

  return (
    <>
      {button({
        ref: keepAnchor,
        onClick: () => (open ? close() : setOpen(true)),
        'aria-expanded': open,
        'aria-haspopup': kind,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is `kind`, dialog or menu
        <div
          ref={panel}
          id={id}
          popover="auto"
          role={kind}
          aria-label={label}
          tabIndex={-1}
          className="w-popover"
          style={{ ...style, width }}
          onToggle={onToggle}
          onKeyDown={kind === 'menu' ? moveInMenu : undefined}
          // Escape closes an open calendar first; the panel only afterwards.
          onKeyDownCapture={event => {
            if (event.key === 'Escape' && hasOpenChoices(panel.current)) event.preventDefault()
          }}
        >
          {children({ close })}
        </div>
      )}
    </>
  )
}

/** Arrow keys, Home and End move between the items of a menu (APG "menu button"). */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')]
  const at = items.findIndex(item => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || items.length === 0) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}
