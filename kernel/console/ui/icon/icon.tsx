import { lazyPart } from '../lazy-part.tsx'
import './icon.css'

const Drawing = lazyPart(async () => (await import('./icon-drawings.tsx')).Drawing)

/**
 * Draws a drawing of the gallery by its word; its room is kept while the gallery loads. A word that is none draws
 * nothing.
 */
export function Icon({ name }: { name: string }) {
  return (
    <span className="w-icon" aria-hidden="true">
      <Drawing name={name} />
    </span>
  )
}
