"""What a phone keeps on its disk for a start without a network: views, and the app's files."""

_READ = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('visits.views');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const database = opening.result;
    if (!database.objectStoreNames.contains('days')) {
      database.close();
      resolve([]);
      return;
    }
    const transaction = database.transaction(['days', 'facts']);
    const all = [transaction.objectStore('days').getAll(), transaction.objectStore('facts').getAll()];
    transaction.oncomplete = () => {
      database.close();
      resolve(all.map(({ result }) => result));
    };
  };
})"""


def days(page):
    """The days that the phone keeps."""
    kept = page.evaluate(_READ)
    return sorted(day["date"] for day in kept[0]) if kept else []


def text(page):
    """Everything that the phone keeps of the views, as one text."""
    return str(page.evaluate(_READ))


def files(page):
    """The addresses of the app's files that the phone keeps."""
    return page.evaluate(
        """async () => {
          const shells = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const requests = await Promise.all(shells.map((shell) => shell.keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
