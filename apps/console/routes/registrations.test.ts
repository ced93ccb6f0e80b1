import { registerModule } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { registriesText } from '../bundling/registries-at-build.ts'
import { REGISTRATIONS } from './registries.ts'
import { withLoaders } from './registrations.ts'

const load = async () => ({ Page: () => null })

test('a page whose file does not exist throws at start', () => {
  const registry = registerModule({
    name: 'm',
    pages: { '/home': { file: 'home-page.tsx', stations: 'narrowed', everybody: true } },
  })
  expect(withLoaders(registry, { '../../../modules/m/console/home-page.tsx': load }).pages).toEqual({
    '/home': { load, words: [], stations: 'narrowed' },
  })
  expect(() => withLoaders(registry, {})).toThrow('/home: modules/m/console/home-page.tsx is no file of a page')
})

test('the text of a build contains data and loaders', () => {
  const text = registriesText([
    {
      name: 'm',
      pages: { '/home': { file: 'home-page.tsx', words: ['n'], stations: 'narrowed' } },
      resources: { 'm.lamp': 'm/lamp' },
    },
  ])
  expect(text).toMatch(
    /^export const REGISTRATIONS = \[\{name:"m",pages:\{"\/home":\{load:\(\)=>import\("[^"]+modules\/m\/console\/home-page\.tsx"\),words:\["n"\],stations:"narrowed"\}\},resources:\{"m\.lamp":"m\/lamp"\}\}\]$/,
  )
})

test('every registered page has a file that exports Page', async () => {
  const pages = REGISTRATIONS.flatMap(one => Object.entries(one.pages))
  expect(pages.length).toBeGreaterThan(25)
  const wrong: string[] = []
  for (const [path, entry] of pages) {
    const file = await entry.load()
    if (typeof file.Page !== 'function') wrong.push(path)
  }
  expect(wrong).toEqual([])
}, 60_000)
