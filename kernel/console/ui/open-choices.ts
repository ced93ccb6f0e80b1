/** Popups of the component library's controls while they are open. */
const OPEN_CHOICES = '.ant-select-open, .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/** Returns whether a list of choices or a calendar is open inside: Escape is for it first. */
export function hasOpenChoices(layer: Element | null): boolean {
  return layer !== null && layer.querySelector(OPEN_CHOICES) !== null
}
