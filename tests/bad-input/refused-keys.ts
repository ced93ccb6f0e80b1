import { LANGUAGES, Refusal, type Words } from '@wattyard/server-kit'

/**
 * The keys that a check names when it refuses, none when it lets everything pass. What it says of each must have words
 * in every language. The door runs the same checks: asked here, they cost no transaction.
 *
 * @throws Error for anything but a refusal that names what is wrong
 */
export function refusedKeys(words: Words, check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields || Object.keys(error.fields).length === 0) throw error
    for (const { key } of Object.values(error.fields))
      for (const language of LANGUAGES)
        if (!words.has(language, key)) throw new Error(`${key} has no words in ${language}`)
    return Object.keys(error.fields)
  }
}
