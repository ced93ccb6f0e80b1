/**
 * Returns a receipt number for comparison: its letters and digits in one width and case. Dashes, points and blanks are ignored,
 * because people type them differently. A text without letters and digits is not a number and gives an empty text.
 */
export function receiptNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
}
