import { relative } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { isServerSource, SERVER_FOLDERS } from './sources.ts'

export interface DevConsole {
  close(): Promise<void>
}

/** The console from its sources, with hot reload; what is below `/chg` and `/ocpp` is the server's. */
export async function startConsole(options: {
  root: string
  port: number
  /** A source of the server was written, made or removed. */
  changed(path: string): void
  /** Calls wait for this: a page that is loaded while the server starts again is late and not broken. */
  whenServerSettled(): Promise<void>
}): Promise<DevConsole> {
  const { root, port, changed, whenServerSettled } = options
  // A plugin is asked again when Vite starts itself anew after a change of its settings.
  const server: Plugin = {
    name: 'wattyard:server',
    configureServer({ middlewares, watcher }) {
      watcher.add(SERVER_FOLDERS.map(folder => `${root}/${folder}`))
      watcher.on('all', (event, file) => {
        const path = relative(root, file).replaceAll('\\', '/')
        // While it looks around for the first time, all that is there is new to it.
        if (isWatching && (event === 'change' || event === 'add' || event === 'unlink') && isServerSource(path))
          changed(path)
      })
      let isWatching = false
      watcher.once('ready', () => {
        isWatching = true
      })
      middlewares.use((request, _response, next) => {
        const pass = async () => {
          if (request.url?.startsWith('/chg/')) await whenServerSettled()
          next()
        }
        void pass()
      })
    },
  }
  const vite = await createServer({
    configFile: `${root}/apps/console/vite.config.ts`,
    plugins: [server],
    clearScreen: false,
    server: { port, strictPort: true, warmup: { clientFiles: ['./main.tsx'] } },
  })
  await vite.listen()
  return { close: () => vite.close() }
}
