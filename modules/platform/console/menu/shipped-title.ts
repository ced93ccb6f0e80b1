import { type Language, shippedWord } from '@wattyard/console-kit'
import { titleKey } from '@wattyard/pages'

/** Returns the product's title of an entry of the contract, even when the tenant has another. */
export function shippedTitle(key: string, language: Language): string {
  return shippedWord(titleKey(key), language)
}
