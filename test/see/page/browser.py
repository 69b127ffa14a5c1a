"""A headless Chromium, spoken to by the DevTools protocol over a pipe: messages are JSON, each ended by a
NUL; descriptor 3 of the browser is what it reads, 4 what it writes."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 120
KEYS = {'ArrowLeft': 37, 'ArrowRight': 39, 'ArrowDown': 40, 'Enter': 13, 'Escape': 27, 'Home': 36, 'End': 35, 'Tab': 9}


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='gyre-browser-')
        theirs_in, self.to = os.pipe()
        self.back, theirs_out = os.pipe()
        flags = ['--headless', '--remote-debugging-pipe', '--disable-gpu', '--no-first-run', '--disable-extensions',
                 '--disable-background-networking', '--disable-dev-shm-usage', f'--user-data-dir={self.folder}']
        if os.geteuid() == 0:
            flags.append('--no-sandbox')     # root may not have one
        command = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self.process = subprocess.Popen(
            ['sh', '-c', command, 'sh', shutil.which('chromium') or 'chromium', *flags],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.last = 0
        self.rest = b''
        self.errors = []     # what scripts of the pages have thrown

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, deadline):
        while b'\0' not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.back], [], [], left)[0]:
                raise TimeoutError('the browser does not answer')
            data = os.read(self.back, 1 << 16)
            if not data:
                raise EOFError('the browser is gone')
            self.rest += data
        message, self.rest = self.rest.split(b'\0', 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.last += 1
        message = {'id': self.last, 'method': method, 'params': params}
        if session:
            message['sessionId'] = session
        os.write(self.to, json.dumps(message).encode() + b'\0')
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.read(deadline)
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer['result']
            if answer.get('method') == 'Runtime.exceptionThrown':
                details = answer['params']['exceptionDetails']
                self.errors.append(details.get('exception', {}).get('description', details['text']))

    def open(self, url, width=1280, height=900, scheme='light'):
        return Page(self, url, width, height, scheme)


class Page:
    def __init__(self, browser, url, width, height, scheme):
        self.browser = browser
        target = browser.call('Target.createTarget', url='about:blank')['targetId']
        self.target = target
        self.session = browser.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        self.call('Page.enable')
        self.call('Runtime.enable')
        self.call('Page.navigate', url=url)
        self.wait('document.readyState === "complete"')

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def close(self):
        self.browser.call('Target.closeTarget', targetId=self.target)

    def eval(self, expression):
        answer = self.call('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            details = answer['exceptionDetails']
            raise RuntimeError(details.get('exception', {}).get('description', details['text']))
        return answer['result'].get('value')

    def wait(self, condition):
        """Until the condition holds; its value. The page looks at it whenever it draws."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                value = self.eval('''new Promise((done) => {
                  const until = performance.now() + 1000;
                  const look = () => {
                    let value = (%s);
                    if (value || performance.now() > until) done(value instanceof Node || value);
                    else requestAnimationFrame(look);
                  };
                  look();
                })''' % condition)
            except RuntimeError as error:
                if 'navigated' not in str(error) and 'destroyed' not in str(error):
                    raise
                continue
            if value:
                return value
        raise TimeoutError(f'this never became true: {condition}')

    def text(self, selector):
        return self.eval(f'document.querySelector({json.dumps(selector)})?.textContent ?? ""')

    def move(self, x, y):
        self.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)

    def click_at(self, x, y):
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def wheel(self, x, y, delta):
        self.call('Input.dispatchMouseEvent', type='mouseWheel', x=x, y=y, deltaX=0, deltaY=delta)

    def click(self, selector):
        x, y = self.eval('''(() => {
          const node = document.querySelector(%s);
          node.scrollIntoView({ block: 'center' });
          const box = node.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        })()''' % json.dumps(selector))
        self.click_at(x, y)

    def press(self, key):
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {'text': key} if len(key) == 1 else {'text': '\r'} if key == 'Enter' else {}
        self.call('Input.dispatchKeyEvent', type='keyDown', key=key, windowsVirtualKeyCode=code, **text)
        self.call('Input.dispatchKeyEvent', type='keyUp', key=key, windowsVirtualKeyCode=code)

    def screenshot(self, path):
        data = self.call('Page.captureScreenshot', format='png')['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))
