import { api } from '@wattyard/console-kit'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MqttEvent, MqttLink } from '../../contract/mqtt.ts'

export interface Subscription {
  readonly filter: string
  readonly qos: 0 | 1 | 2
}

export interface MqttState {
  readonly link: MqttLink | 'idle'
  readonly reason: string | null
  readonly version: 4 | 5 | null
  /** Granted quality of service by filter; null where the broker refused it. */
  readonly granted: Readonly<Record<string, number | null>>
}

const IDLE: MqttState = { link: 'idle', reason: null, version: null, granted: {} }
const RETRY_MS = 2_000

/** Receives messages through our server while the page is shown. A change of the filters reopens the stream. */
export function useMqtt(wishes: readonly Subscription[], onMessage: (event: MqttEvent) => void): MqttState {
  const [state, setState] = useState<MqttState>(IDLE)
  const hear = useEffectEvent(onMessage)
  const wanted = JSON.stringify(wishes)
  useEffect(() => {
    if (wanted === '[]') return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = (): void => {
      source = new EventSource(api.address('/api/devtools/mqtt/stream', { wishes: wanted }))
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const event = JSON.parse(data) as MqttEvent // sent by our own server
        if (event.kind === 'link')
          setState(before => ({ ...before, link: event.link, reason: event.reason, version: event.version }))
        else if (event.kind === 'subscribed')
          setState(before => ({ ...before, granted: { ...before.granted, [event.filter]: event.granted } }))
        else hear(event)
      }
      source.onerror = () => {
        source.close()
        setState(before => ({ ...before, link: 'lost' }))
        timer = setTimeout(open, RETRY_MS)
      }
    }
    open()
    return () => {
      source.close()
      clearTimeout(timer)
    }
  }, [wanted])
  return wanted === '[]' ? IDLE : state
}
