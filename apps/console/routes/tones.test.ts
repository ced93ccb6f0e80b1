import { type ConsoleModule, toneOf } from '@wattyard/console-kit'
import { expect, test } from 'vitest'

const doors = import.meta.glob<{ consoleModule: ConsoleModule }>('../../../modules/*/console/index.ts', { eager: true })

test('modules state only tones that the word of a state does not have: each of them is loaded with every page', () => {
  const stated = Object.values(doors).flatMap(({ consoleModule: { tones = {} } }) =>
    Object.entries(tones).flatMap(([field, values]) =>
      Object.entries(values).map(([value, tone]) => ({ name: `${field}.${value}`, value, tone })),
    ),
  )
  expect(stated.length).toBeGreaterThan(30)
  expect(stated.filter(({ value, tone }) => toneOf('nothing.registered', value) === tone).map(one => one.name)).toEqual(
    [],
  )
})
