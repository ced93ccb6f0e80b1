import { parseArgs } from 'node:util'
import { listOrders } from '@wattyard/charging/server'
import { asJson, type Command } from './command.ts'
import { USAGES } from './usages.ts'

const MAX_ORDERS = 10_000

export const ordersList: Command = {
  ...USAGES.ordersList,
  async run(args, { db, print }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        state: { type: 'string' },
        limit: { type: 'string', default: '100' },
        json: { type: 'boolean', default: false },
      },
    })
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ORDERS) throw new Error(`--limit is 1 to ${MAX_ORDERS}`)
    const orders = await db.platform(tx => listOrders(tx, { state: values.state ?? null, limit }), { readOnly: true })
    if (values.json) print(asJson({ count: orders.length, orders }))
    else
      for (const one of orders)
        print([one.orderNo, one.state, one.energy_kwh ?? '--', one.total_cny, one.stationId].join('  '))
    return 0
  },
}
