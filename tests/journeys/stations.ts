import type { Page } from '@playwright/test'
import { ask, freshName } from './people.ts'

/**
 * Makes a station of a journey alone, in operation and without piles, of the operator of the first station.
 *
 * @param noun begins its name, in the language of the page
 */
export async function aStationInOperation(
  page: Page,
  noun: string,
): Promise<{ id: string; code: string; name: string }> {
  const { list } = await ask<{ list: { operator: string }[] }>(page, '/api/device/station/list', { pageSize: 1 })
  const code = freshName('B').slice(0, 20)
  const name = `${noun} ${code}`
  const { id } = await ask<{ id: string }>(page, '/api/device/station/save', {
    code,
    name,
    operator: list[0]?.operator,
    address: '测试路 2 号',
    location: { lng: '121.5', lat: '31.2' },
  })
  await ask(page, '/api/device/station/open', { id })
  return { id, code, name }
}
