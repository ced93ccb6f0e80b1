import { beginFile, discardFile, fileInfos, finishFile, sendFileChunk } from '@wattyard/calls'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { saveFile } from '../exchange/download.ts'
import type { FileCalls } from './send-file.ts'

/** Calls of the file store by the application's client. They show no toast, because the page shows errors beside the file. */
export const FILE_CALLS: FileCalls = {
  begin: (input, signal) => api.call(beginFile, input, { signal, quiet: true }),
  chunk: (input, content, signal) => api.callWithFile(sendFileChunk, input, content, { signal, quiet: true }),
  // The server redraws a large picture, which takes a while.
  finish: (input, signal) => api.call(finishFile, input, { signal, quiet: true, timeoutMs: 30_000 }),
}

/** Discards a file that was sent and not saved. A failure is ignored: the server deletes such files within a day. */
export function giveUp(id: string): void {
  void api.call(discardFile, { id }, { quiet: true }).catch(() => undefined)
}

/** Returns the address of a picture or its thumbnail, for `<img>`. */
export const pictureAddress = (id: string, form: 'whole' | 'thumbnail'): string =>
  api.address('/api/file/get', { id, form })

/** Saves a stored file on the reader's machine. The call itself reports a failure. */
export async function keepFile({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  const response = await api.stream('/api/file/get', { id, keep: true }).catch(() => null)
  if (response) saveFile(name, await response.blob())
}

/**
 * Returns the bytes of a stored file.
 * @throws ApiError
 */
export async function fileContent(id: string): Promise<Blob> {
  return (await api.stream('/api/file/get', { id })).blob()
}

/** Reads names, types and sizes of files. */
export function useFileInfos(ids: readonly string[]) {
  return useQuery({
    queryKey: ['kernel.file', ...ids],
    queryFn: async ({ signal }) =>
      (await api.call(fileInfos, { ids: [...ids] }, { signal, lane: 'page', quiet: true })).list,
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: before => before,
  })
}
