import type { IClientOptions, MqttClient } from 'mqtt'
import { newId } from '@wattyard/server-kit'
import { MAX_PAYLOAD_BYTES, type MqttEvent } from '../contract/mqtt.ts'
import { type Broker, startBroker } from './embedded-broker.ts'

const CONNECT_TIMEOUT_MS = 8_000
const RETRY_MS = 2_000
/** Most messages per second for one page. Nobody can read more, and a busy broker must not fill the memory. */
const MOST_PER_SECOND = 200
/** Reason code of MQTT 5 for an unsupported version, and the return code of 3.1.1 for the same. */
const WRONG_VERSION = new Set([132, 1])

export interface Subscription {
  filter: string
  qos: 0 | 1 | 2
}

export interface MqttListener {
  /** Ends the connection to the broker. */
  close(): void
}

export interface MqttService {
  /** Returns the broker's address without credentials. Starts the embedded one when none is configured. */
  address(): Promise<string>
  listen(wishes: readonly Subscription[], tell: (event: MqttEvent) => void): Promise<MqttListener>
  publish(topic: string, payload: Buffer, options: { qos: 0 | 1 | 2; retain: boolean }): Promise<void>
  close(): Promise<void>
}

const codeOf = (error: Error): number | null => ('code' in error && typeof error.code === 'number' ? error.code : null)

/**
 * Creates the only connection point to the broker. Pages talk to the server with their session and permission, and never see the
 * broker's credentials.
 *
 * @param configured address of a broker (`mqtt:`, `mqtts:`, `ws:`, `wss:`); null for the embedded one. Certificates are checked
 */
export function createMqttService(configured: string | null): MqttService {
  let own: Promise<Broker> | null = null
  const clients = new Set<MqttClient>()
  /** MQTT 5 is tried first. If the broker supports only 3.1.1, that is used from then on. */
  let version: 4 | 5 = configured === null ? 4 : 5

  const urlOf = async (): Promise<string> => {
    if (configured !== null) return configured
    own ??= startBroker()
    return (await own).url
  }

  async function open(options: Pick<IClientOptions, 'reconnectPeriod'>): Promise<MqttClient> {
    const { connect } = await import('mqtt')
    const client = connect(await urlOf(), {
      clientId: `wattyard-${newId().slice(-12)}`,
      protocolVersion: version,
      connectTimeout: CONNECT_TIMEOUT_MS,
      clean: true,
      ...options,
    })
    clients.add(client)
    client.once('close', () => client.reconnecting || clients.delete(client))
    return client
  }

  const leave = (client: MqttClient): void => {
    clients.delete(client)
    // Messages for a listener that has gone are dropped.
    client.removeAllListeners()
    client.on('error', () => {})
    client.end(true)
  }

  async function listen(wishes: readonly Subscription[], tell: (event: MqttEvent) => void): Promise<MqttListener> {
    let closed = false
    let client = await open({ reconnectPeriod: RETRY_MS })
    const meter = limiter(count => tell({ kind: 'dropped', count }))
    const link = (state: 'connecting' | 'connected' | 'lost' | 'refused', reason: string | null = null) =>
      tell({ kind: 'link', link: state, reason, version })
    const attend = (mine: MqttClient): void => {
      mine.on('connect', () => {
        link('connected')
        for (const { filter, qos } of wishes)
          mine.subscribe(filter, { qos }, (error, granted) => {
            const code = granted?.[0]?.qos
            tell({ kind: 'subscribed', filter, granted: error || code === undefined || code > 2 ? null : code })
          })
      })
      mine.on('message', (topic, payload, packet) => {
        if (!meter.lets()) return
        tell({
          kind: 'message',
          at: Date.now(),
          topic,
          payload: payload.subarray(0, MAX_PAYLOAD_BYTES).toString('base64'),
          size: payload.length,
          qos: packet.qos,
          retain: packet.retain,
        })
      })
      mine.on('close', () => link('lost'))
      mine.on('error', error => {
        const code = codeOf(error)
        if (version === 5 && code !== null && WRONG_VERSION.has(code)) {
          version = 4
          leave(mine)
          void again()
          return
        }
        link('refused', code === null ? error.name : String(code))
      })
    }
    /** Connects again in the older version, unless the listener has gone. */
    const again = async (): Promise<void> => {
      client = await open({ reconnectPeriod: RETRY_MS })
      if (closed) leave(client)
      else attend(client)
    }
    link('connecting')
    attend(client)
    return {
      close() {
        closed = true
        meter.close()
        leave(client)
      },
    }
  }

  return {
    async address() {
      const url = new URL(await urlOf())
      return `${url.protocol}//${url.host}`
    },
    listen,
    async publish(topic, payload, options) {
      const client = await open({ reconnectPeriod: 0 })
      try {
        await new Promise<void>((done, failed) => {
          client.once('connect', () =>
            client.publish(topic, payload, options, error => (error ? failed(error) : done())),
          )
          client.once('error', failed)
          client.once('close', () => failed(new Error('the broker closed the connection')))
        })
      } finally {
        leave(client)
      }
    },
    async close() {
      for (const client of clients) leave(client)
      if (own) await (await own).close()
    },
  }
}

/** Returns a limiter that passes `MOST_PER_SECOND` messages per second and reports the number of dropped ones once a second. */
function limiter(tellDropped: (count: number) => void) {
  let left = MOST_PER_SECOND
  let dropped = 0
  const timer = setInterval(() => {
    left = MOST_PER_SECOND
    if (dropped > 0) tellDropped(dropped)
    dropped = 0
  }, 1_000).unref()
  return {
    lets(): boolean {
      if (left > 0) {
        left--
        return true
      }
      dropped++
      return false
    },
    close: () => clearInterval(timer),
  }
}
