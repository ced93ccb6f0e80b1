import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const load = async () => () => <b>there</b>

test('a part shows what it was given while it loads, and itself once it is loaded', async () => {
  const Part = lazyPart(load, <i>waiting</i>)
  expect(renderToStaticMarkup(<Part />)).toBe('<i>waiting</i>')
  await Part.ready()
  expect(renderToStaticMarkup(<Part />)).toBe('<b>there</b>')
})

test('a small part shows nothing while it loads', () => {
  const Part = lazyPart(load)
  expect(renderToStaticMarkup(<Part />)).toBe('')
})
