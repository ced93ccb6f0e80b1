import { type Language, shippedWord } from '@wattyard/console-kit'
import { titleKey } from '@wattyard/pages'

/** What the product calls an entry of the contract, whatever the tenant says. */
export function shippedTitle(key: string, language: Language): string {
  return shippedWord(titleKey(key), language)
}
