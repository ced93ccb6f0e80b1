import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface FontFiles {
  regular: Uint8Array
  bold: Uint8Array
}

const PACKAGE = '@expo-google-fonts/noto-sans-sc'
const read = (file: string) => readFile(fileURLToPath(import.meta.resolve(`${PACKAGE}/${file}`)))

let files: Promise<FontFiles> | undefined

/** Noto Sans SC (OFL 1.1) in two weights, 10.5 MB each, read at the first PDF and kept. */
export function fontFiles(): Promise<FontFiles> {
  files ??= Promise.all([read('400Regular/NotoSansSC_400Regular.ttf'), read('700Bold/NotoSansSC_700Bold.ttf')]).then(
    ([regular, bold]) => ({ regular, bold }),
    (error: unknown) => {
      // The next PDF tries again instead of keeping one failure for good.
      files = undefined
      throw error
    },
  )
  return files
}
