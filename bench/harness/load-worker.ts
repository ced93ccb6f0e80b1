import {
  createLoadClient,
  type LoadClient,
  type LoadClientOptions,
  type SessionLoad,
  type SteadyLoad,
  type StormLoad,
} from '@wattyard/app-simulator'

/** What the parent asks; tags follow the piles by index. */
export type LoadAsk =
  | { do: 'create'; options: LoadClientOptions; tags: readonly string[] }
  | { do: 'connect'; window_ms: number }
  | { do: 'sessions'; load: Omit<SessionLoad, 'tag'> }
  | { do: 'steady'; load: Omit<SteadyLoad, 'tag'> }
  | { do: 'storm'; load: StormLoad }

let client: LoadClient | null = null
let tags: readonly string[] = []

async function answer(ask: LoadAsk): Promise<unknown> {
  if (ask.do === 'create') {
    client = createLoadClient(ask.options)
    tags = ask.tags
    return null
  }
  if (!client) throw new Error('no client yet')
  const tag = (index: number) => tags[index] ?? ''
  switch (ask.do) {
    case 'connect':
      return client.connect(ask.window_ms)
    case 'sessions':
      return client.runSessions({ ...ask.load, tag })
    case 'steady':
      return client.runSteady(ask.load)
    case 'storm':
      return client.storm(ask.load)
  }
}

process.on('message', (ask: LoadAsk) => {
  answer(ask).then(
    result => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
