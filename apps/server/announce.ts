import type { Environment } from './environment.ts'
import type { StartedServer } from './start-server.ts'

/** Prints the product's addresses and how to sign in; a new password is shown only this once. */
export function announce(
  env: Environment,
  server: StartedServer,
  facts: { ready_ms: number; consoleBuilt: boolean },
): void {
  const scheme = env.tls ? 'https' : 'http'
  const base = `${scheme}://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`
  const { installation } = server
  const password = installation.password
    ? `${installation.password.value}   (shown once; also in ${installation.password.file})`
    : env.adminPassword
      ? 'as given in WATTYARD_ADMIN_PASSWORD on first start'
      : `as set on first start (${env.dataFolder}/admin-password.txt)`
  const lines = [
    '',
    `  Wattyard is ready after ${(facts.ready_ms / 1000).toFixed(1)} s (${env.profile} profile, ${server.database.description})`,
    '',
    `  Console    ${base}/jkweb/${facts.consoleBuilt ? '' : '   (not built yet: npm run build)'}`,
    `  API        ${base}/chg/   (description: ${base}/chg/openapi.json)`,
    `  Piles      ${scheme === 'https' ? 'wss' : 'ws'}://${env.host}:${env.port}/ocpp/<identity>`,
    `  Sign in    ${installation.username}`,
    `  Password   ${password}`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
