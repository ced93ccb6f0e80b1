const CJK = /\p{Script=Han}/u

/**
 * Returns up to two letters for a person: the last two characters of a Chinese name, the first letters of the first and last word
 * of others.
 */
export function initialsOfName(name: string): string {
  const letters = Array.from(name.trim())
  if (letters.some(letter => CJK.test(letter)))
    return letters
      .filter(letter => CJK.test(letter))
      .slice(-2)
      .join('')
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const picked =
    words.length > 1
      ? [words[0], words.at(-1)].map(word => Array.from(word ?? '')[0])
      : Array.from(words[0] ?? '').slice(0, 2)
  return picked.join('').toUpperCase()
}
