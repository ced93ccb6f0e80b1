import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { PublishPreview } from '../../contract/index.ts'
import { consoleModule } from '../index.ts'
import { Consequences } from './consequences.tsx'

beforeAll(() => loadSpanish(consoleModule))

const preview = (publication: PublishPreview['publication']): PublishPreview => ({
  problems: [],
  publication,
  ends: null,
  wholeTenant: true,
  stations: [],
  beyondReach: false,
  stationCount: 0,
  placeCount: 1,
  needsOtherPerson: false,
  asOf: 0,
})
const FIRST = 'No había versión vigente'
const shown = (publication: PublishPreview['publication']) =>
  shownText(<Consequences data={preview(publication)} plans={[]} asksWhere={false} />)

test('only a publication that can come into force says that no version was in force before', () => {
  expect(shown({ ok: true, from: 0, to: null, ends: null })).toContain(FIRST)
  expect(shown({ ok: false, reason: 'starts-in-past' })).not.toContain(FIRST)
})
