import { type Resource, wordsNeeded } from '@wattyard/resource'
import { LANGUAGES } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import type { World } from './world.ts'

/** Every word of a definition is there in every language. */
export function checkWords({ server }: World, resource: Resource): void {
  test.each(LANGUAGES)('has its words in %s', language => {
    expect(wordsNeeded(resource).filter(key => !server.words.has(language, key))).toEqual([])
  })
  test.each(['en', 'es'] as const)('is called in %s as in a heading', language => {
    expect(server.words.translate(language, `${resource.name}.noun`)).toMatch(/^\p{Lu}/u)
  })
}
