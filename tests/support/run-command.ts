import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** The product's command line beside a running server, as a person would call it. */
export function runCommand(
  args: readonly string[],
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<{ output: string; errors: string; code: number }> {
  return new Promise(done => {
    const child = spawn(process.execPath, ['apps/server/cli.ts', ...args], {
      cwd: ROOT,
      env: { ...process.env, WATTYARD_DATA: dataFolder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    child.on('exit', code => done({ output, errors, code: code ?? 1 }))
  })
}
