import { expect, test } from 'vitest'
import { helpByTopic } from './help-texts.ts'

const text = async (): Promise<string> => 'text'
const files = (...names: string[]) => Object.fromEntries(names.map(name => [`../../../modules/m/help/${name}`, text]))

test('three languages make a topic', () => {
  expect([...helpByTopic(files('zcgl.zh.md', 'zcgl.en.md', 'zcgl.es.md')).keys()]).toEqual(['zcgl'])
})

test('a missing language, a second text and a wrong name throw', () => {
  expect(() => helpByTopic(files('zcgl.zh.md', 'zcgl.en.md'))).toThrow('help about zcgl lacks a language')
  expect(() => helpByTopic(files('zcgl.fr.md'))).toThrow('is not <topic>.<language>.md')
  const twice = { '/modules/a/help/x.zh.md': text, '/modules/b/help/x.zh.md': text }
  expect(() => helpByTopic(twice)).toThrow('help about x is written twice in zh')
})
