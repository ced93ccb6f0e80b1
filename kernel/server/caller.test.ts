import { expect, test } from 'vitest'
import { type DataScope, seesNothing, WHOLE_TENANT } from './caller.ts'

test.each<[who: string, scope: DataScope, isNothing: boolean]>([
  ['who sees all', WHOLE_TENANT, false],
  ['who is assigned nothing', { operators: [], stations: null, investors: null }, true],
  ['who is assigned an operator', { operators: ['o'], stations: null, investors: null }, false],
  ['who invests, and is assigned nothing', { operators: [], stations: null, investors: [] }, true],
  ['who invests, with stations but no investor', { operators: ['o'], stations: ['s'], investors: [] }, false],
  ['who invests, with an investor but no station', { operators: [], stations: null, investors: ['i'] }, false],
  ['who has chosen a station of others', { operators: ['o'], stations: [], investors: null }, true],
])('%s sees nothing: %j is %s', (_who, scope, isNothing) => {
  expect(seesNothing({ scope })).toBe(isNothing)
})
