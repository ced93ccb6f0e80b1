import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { consoleModule as gateway } from '@wattyard/gateway/console'
import { beforeAll, expect, test } from 'vitest'
import { CommandDetail } from './command-detail.tsx'

beforeAll(() => loadSpanish(gateway))

test.each([
  ['accepted', 'Accepted', ''],
  ['failed', 'UnlockFailed', 'Desbloqueo fallido'],
  ['rejected', 'Rejected (NoProfile: 3)', 'NoProfile: 3'],
  ['failed', 'the connection was lost', 'Conexión perdida'],
  ['failed', 'SomethingOfTheVendor', 'SomethingOfTheVendor'],
  ['timed-out', null, ''],
])('%s with %s says “%s” beside its state', (state, detail, said) =>
  expect(shownText(<CommandDetail state={state} detail={detail} />)).toBe(said),
)
