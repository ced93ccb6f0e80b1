import { expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

test('true when it is on the clipboard, false when the browser refuses or has none', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('x')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('x')
  writeText.mockRejectedValueOnce(new Error('denied'))
  expect(await copyText('x')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('x')).toBe(false)
  vi.unstubAllGlobals()
})
