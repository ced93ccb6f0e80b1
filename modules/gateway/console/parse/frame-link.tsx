import { isOpenable, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'

const PAGE = '/console/MessageParsing'

/** Draws a link that opens a stored frame in the message parser; nothing if the user cannot open that page. */
export function FrameLink({ frame }: { frame: string }) {
  const { t } = useWords()
  if (!isOpenable(PAGE)) return null
  return <Link to={`${PAGE}?frame=${encodeURIComponent(frame)}`}>{t('gateway.parse.open')}</Link>
}
