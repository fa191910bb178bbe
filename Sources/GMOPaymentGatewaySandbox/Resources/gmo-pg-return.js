(function () {
  var form = document.getElementById('return');
  if (form.dataset.twice) {
    var frame = document.createElement('iframe');
    frame.name = 'first';
    frame.hidden = true;
    document.body.appendChild(frame);
    form.target = frame.name;
    frame.addEventListener('load', function () {
      form.removeAttribute('target');
      form.submit();
    }, { once: true });
  }
  form.submit();
})();
