import { useQuery } from '@tanstack/react-query'
import { api, type ControlSlotProps, FileControl, Skeleton } from '@wattyard/console-kit'
import { noticeFileRules } from '../../contract/calls/notice.ts'

/** Files of a notice, within the tenant's rules: the definition says only what a tenant may allow at most. */
export function AttachmentsControl(props: ControlSlotProps) {
  const rules = useQuery({
    queryKey: ['notifications.notice', 'fileRules'],
    queryFn: ({ signal }) => api.call(noticeFileRules, {}, { signal, lane: 'page', quiet: true }),
  })
  // The server holds to the rules anyway; without them the definition's own are offered.
  if (rules.isPending) return <Skeleton lines={1} />
  const { files, megabytes, kinds } = rules.data ?? {}
  const own = {
    ...(files === undefined ? {} : { max: files }),
    ...(megabytes === undefined ? {} : { megabytes }),
    ...(kinds === undefined ? {} : { accept: kinds }),
  }
  return <FileControl {...props} field={{ ...props.field, ...own }} />
}
