import type { IncomingMessage } from 'node:http'
import { RPCServer } from 'ocpp-rpc'

/** A bare RPC server: answers every call from memory, checks and keeps nothing. What the wire alone costs. */
const server = new RPCServer({ protocols: ['ocpp1.6'], strictMode: false })
server.auth(accept => accept())
let transactions = 0
interface PeerClient {
  handle(method: string, answer: (call: unknown) => unknown): void
}
server.on('client', (client: PeerClient & { request?: IncomingMessage }) => {
  const now = () => new Date().toISOString()
  client.handle('BootNotification', () => ({ status: 'Accepted', interval: 300, currentTime: now() }))
  client.handle('Heartbeat', () => ({ currentTime: now() }))
  client.handle('StatusNotification', () => ({}))
  client.handle('StartTransaction', () => ({ transactionId: ++transactions, idTagInfo: { status: 'Accepted' } }))
  client.handle('MeterValues', () => ({}))
  client.handle('StopTransaction', () => ({}))
})
await server.listen(Number(process.argv[2]), '127.0.0.1')
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
