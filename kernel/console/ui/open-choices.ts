/** Selector of open popups of the component library's controls. */
const OPEN_CHOICES = '.ant-select-open, .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/** Returns whether a list of choices or a calendar is open inside a layer; Escape closes that first. */
export function hasOpenChoices(layer: Element | null): boolean {
  return layer !== null && layer.querySelector(OPEN_CHOICES) !== null
}
