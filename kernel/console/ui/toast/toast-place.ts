/** An open dialog, in px of the window. */
export interface OpenDialog {
  readonly left: number
  readonly right: number
  readonly bottom: number
  /** Upper edge of its buttons; its lower edge when it has none. */
  readonly foot: number
  /** At the right edge of the window, as high as it. */
  readonly isDrawer: boolean
}

/** Place of the messages in px: the upper edge, or the lower one counted from below. */
export interface ToastPlace {
  readonly left: number
  readonly width: number
  readonly top: number | null
  readonly bottom: number | null
}

const GAP = 12
const WIDEST = 520
/** Room that a message beside a drawer needs, and one below a dialog. */
const BESIDE = 300
const BELOW = 76
/** Up to this width a message would cover the whole line with the title of the page. */
export const PHONE = 640

/**
 * Returns where messages are shown: beside the dialog they belong to and never over its title. That is to the left of a drawer,
 * or below a dialog; where there is no room, above the dialog's buttons. Without a dialog it is below the line of the shell, `bar`
 * px high; on a phone at the lower edge.
 */
export function toastPlace(
  view: { readonly width: number; readonly height: number },
  bar: number,
  dialog: OpenDialog | null,
): ToastPlace {
  const across = (from: number, to: number): { left: number; width: number } => {
    const width = Math.min(WIDEST, to - from - 2 * GAP)
    return { left: (from + to - width) / 2, width }
  }
  if (dialog === null)
    return view.width <= PHONE
      ? { ...across(0, view.width), top: null, bottom: GAP }
      : { ...across(0, view.width), top: bar + 8, bottom: null }
  if (dialog.isDrawer && dialog.left >= BESIDE) {
    const width = Math.min(WIDEST, dialog.left - 2 * GAP)
    // At the height of the button that was pressed; the title of the page is above.
    return { left: dialog.left - GAP - width, width, top: null, bottom: GAP }
  }
  const own = across(Math.max(0, dialog.left), Math.min(view.width, dialog.right))
  return view.height - dialog.bottom >= BELOW
    ? { ...own, top: dialog.bottom + GAP, bottom: null }
    : { ...own, top: null, bottom: view.height - dialog.foot + GAP }
}
