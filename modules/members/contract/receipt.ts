/**
 * Returns a receipt number for comparison: its letters and digits in one width and case. Dashes, points and blanks are ignored,
 * because people type them differently. A text without letters and digits, or of zeros alone, is not a number and gives an empty text. For
 * payments of members and of companies alike.
 */
export function receiptNumber(text: string): string {
  const key = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
  return /^0*$/.test(key) ? '' : key
}
