import { lazyPart } from '../lazy-part.tsx'
import './icon.css'

const Drawing = lazyPart(async () => (await import('./icon-drawings.tsx')).Drawing)

/** Draws an icon by its name; its space is reserved while the drawings load. An unknown name draws nothing. */
export function Icon({ name }: { name: string }) {
  return (
    <span className="w-icon" aria-hidden="true">
      <Drawing name={name} />
    </span>
  )
}
