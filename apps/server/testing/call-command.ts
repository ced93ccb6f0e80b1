import { runCommandLine } from '../command-line.ts'

/** What a command left behind, as a shell would see it. */
export interface Answer {
  code: number
  output: string
  errors: string
}

/**
 * Runs a command of the product's command line in this process, on a data folder. A process of its own costs most of a second
 * before it does anything; start one only to see what a process alone shows: signals, pipes, its exit.
 *
 * @param more environment variables beside those of this process
 */
export async function callCommand(
  args: readonly string[],
  dataFolder: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Answer> {
  let output = ''
  let errors = ''
  const code = await runCommandLine(args, {
    environment: { ...process.env, WATTYARD_DATA: dataFolder, ...more },
    print: text => void (output += `${text}\n`),
    tell: text => void (errors += `${text}\n`),
    ending: () => new AbortController().signal,
  })
  return { code, output, errors }
}
