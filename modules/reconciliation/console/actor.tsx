import { type CellSlotProps, useWords } from '@wattyard/console-kit'
import { isProduct, PRODUCT_WORD } from '@wattyard/ledger/contract'

/** Draws who did something: a person by name, the product in a word. */
export function Actor({ value }: CellSlotProps) {
  const { t } = useWords()
  const name = typeof value === 'string' ? value : ''
  return isProduct(name) ? t(PRODUCT_WORD) : name
}
